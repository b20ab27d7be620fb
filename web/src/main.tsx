import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

// Before all others, so that what a component says of its own elements counts.
import './styles.css'
import { App } from './App'
import { keepOffline } from './offline'
import { init } from './raum'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')

createRoot(root).render(
  <StrictMode>
    <App rules={init()} />
  </StrictMode>,
)

keepOffline()
