import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

// First, so that the styles of components take precedence.
import './styles.css'
import { App } from './App'
import { registerWorker } from './offline'
import { init } from './raum'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')

createRoot(root).render(
  <StrictMode>
    <App rules={init()} />
  </StrictMode>,
)

registerWorker()
