// The texts of the dialog that shares pictures and animations, and of the pictures themselves.

import type { Kind } from './raum'
import { KINDS } from './words'
import { notation } from './words-later'

export const SHARE_GAME = 'Share'

export const FORMAT = 'What to share'
export const FORMATS = { picture: 'Picture', gif: 'Animated GIF' }

export const LOOK = 'Board'
export const LOOKS = { flat: 'Flat', space: 'As seen in 3D' }

export const THEME = 'Colours'
export const THEMES = { light: 'Light', dark: 'Dark' }

export const EXTENT = 'Moves to show'
export const EXTENTS = { game: 'Whole game', review: 'Up to this move' }

export const SHARE_FILE = 'Share'
export const COPY_PICTURE = 'Copy'
export const SAVE_FILE = 'Save'
export const PICTURE_COPIED = 'Picture copied.'

export const NO_PICTURE = 'Your browser couldn’t make the picture. Try again, or take a screenshot.'
export const COPY_FAILED = 'Your browser blocked copying. Save the picture instead.'
export const SHARE_FAILED = 'Your browser couldn’t share the file. Save it instead.'

export const MAKE_GIF = 'Make GIF'
export const STOP = 'Stop'
export const MAKING_GIF = 'Making the GIF…'
export const GIF_READY = 'The GIF is ready.'
export const GIF_STOPPED = 'Stopped.'
export const GIF_FAILED = 'Your browser couldn’t make the GIF. Try again, or share a picture.'
export const PLAY_PREVIEW = 'Play preview'
export const NO_MOVES_YET = 'Play a move first: the GIF shows the game move by move.'

/** Only the end of a long game is shown. */
export function onlyTheEnd(plies: number): string {
  return `This game is long. The GIF shows its last ${plies / 2} moves.`
}

/** "1.3 MB", "84 kB". */
export function fileSize(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.ceil(bytes / 1000)} kB`
    : `${(Math.ceil(bytes / 10_000) / 100).toFixed(1)} MB`
}

export const LINK = 'Link to the game'
export const COPY_LINK = 'Copy link'
export const SHARE_LINK = 'Share link'
export const COPY_MOVES = 'Copy moves (PGN)'
export const SHARE_MOVES = 'Share moves'
export const LINK_COPIED = 'Copied.'
export const LINK_FAILED = 'Your browser blocked copying. Select the link and copy it yourself.'
export const MOVES_FAILED = 'Your browser blocked copying. Save the moves as a file instead.'

/** The picture in words, for screen readers. */
export function pictureOf(kind: Kind, status: string): string {
  return `Picture of the ${KINDS[kind].title.toLowerCase()} board. ${status}.`
}

/** The animation in words, for screen readers. */
export function gifOf(kind: Kind, plies: number): string {
  const moves = plies === 1 ? 'one move' : `${plies} moves, one after the other`
  return `Animated ${KINDS[kind].title.toLowerCase()} board: ${moves}.`
}

/** "12. Nf3", "12… Nf6"; in tic-tac-toe "3. centre". */
export function numbered(kind: Kind, made: string, number: number, isSecond: boolean): string {
  return `${number}${isSecond ? '…' : '.'} ${notation(kind, made)}`
}

/** "Ann – Bob". Each name is isolated: right-to-left letters in it do not reorder the text around it. */
export function versus(first: string, second: string): string {
  return `\u2068${first}\u2069 – \u2068${second}\u2069`
}

/** "Computer (3 · Casual)". */
export function computer(level: string): string {
  return `Computer (${level})`
}
