// All icons. What the first load shows is in FirstIcon.tsx.

import { Lines } from './FirstIcon'
import { FIRST_PATHS } from './first-icons'

const PATHS = {
  ...FIRST_PATHS,
  back: 'M15 5l-7 7 7 7',
  first: 'M18 5l-7 7 7 7M6 5v14',
  last: 'M6 5l7 7-7 7M18 5v14',
  next: 'M9 5l7 7-7 7',
  again: 'M20 12a8 8 0 1 1-3-6.2M20 4v5h-5',
  bring: 'M4 12a8 8 0 1 1 3 6.2M4 12V6m0 6h6',
  chat: 'M4 5h16v11H10l-5 4v-4H4z',
  claim: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm-4 9l3 3 5-6',
  close: 'M6 6l12 12M18 6L6 18',
  computer: 'M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  device: 'M7 3h10v18H7zM11 18h2',
  draw: 'M5 6.5L7.5 5v7M5 19L19 5m-5 10a2.2 2.2 0 1 1 4.2 1L14 20h5',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5',
  flip: 'M7 4v14m0 0l-3-3m3 3l3-3M17 20V6m0 0l-3 3m3-3l3 3',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 1 3.5 10.9V16h-7v-2.1A6 6 0 0 1 12 3z',
  invite: 'M10 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM3 21a7 7 0 0 1 11-5.7M18 14v7m-3.5-3.5h7',
  leave: 'M14 4H5v16h9M10 12h10m0 0l-4-4m4 4l-4 4',
  lines: 'M4 12h16M6 6l12 12M18 6L6 18',
  list: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  new: 'M12 5v14M5 12h14',
  pause: 'M8 5v14M16 5v14',
  people:
    'M9 4a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14a6.5 6.5 0 0 1 3.5 6',
  play: 'M7 4l13 8-13 8z',
  redo: 'M19 9H9a5 5 0 0 0 0 10h5M19 9l-4-4m4 4l-4 4',
  save: 'M12 4v11m0 0l-4-4m4 4l4-4M5 20h14',
  share: 'M12 3v12M12 3l-4 4m4-4l4 4M6 11H5v9h14v-9h-1',
  threat: 'M12 3l9.5 17h-19zM12 10v4m0 2.6v.4',
  undo: 'M5 9h10a5 5 0 0 1 0 10h-5M5 9l4-4M5 9l4 4',
} as const

export type IconName = keyof typeof PATHS

/** A decorative icon next to a label. */
export function Icon({ name }: { name: IconName }) {
  return <Lines d={PATHS[name]} />
}
