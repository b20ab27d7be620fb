import { render } from 'preact'

// First, so that the styles of components take precedence.
import './styles.css'
import { App, Home } from './App'
import { registerWorker } from './offline'
import { loadingRules } from './raum'
import { routeOf } from './route'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')

const show = () => {
  root.replaceChildren()
  render(<App rules={loadingRules} />, root)
}

// The start screen is in index.html (prerender.ts). It stays until the same screen can take its place.
if (root.hasChildNodes() && routeOf(location).screen === 'home') void Home.load().then(show)
else show()

registerWorker()
