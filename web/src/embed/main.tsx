// The embed: a small board that other sites frame. A page of its own, because anything that can be framed can be clicked
// by mistake: it has no way to a seat, whatever its address says.

import { render } from 'preact'

// First, so that the styles of components take precedence.
import '../styles.css'
import { Embed } from './Embed'
import { optionsOf, roomIn } from './address'
import { init } from '../raum'

const root = document.getElementById('root')
if (!root) throw new Error('embed.html has no element #root')

const options = optionsOf(location.search)
if (options.theme) document.documentElement.dataset['theme'] = options.theme

render(
  <Embed name={roomIn(location.pathname)} rules={init()} isFlipped={options.isFlipped} />,
  root,
)
