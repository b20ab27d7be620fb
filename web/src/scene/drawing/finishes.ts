// The finishes of a 3D board: the tones of its tiles, pieces and ground in both themes, and how its surfaces take light.

import type { Finish } from '../../settings'

/** Colours that depend on the finish and the theme. */
export interface Tones {
  tileLight: string
  tileDark: string
  /** The frame of a flat board, and the line inlaid in it. */
  frame: string
  inlay: string
  /** Letters and digits on the frame. */
  engraving: string
  white: string
  black: string
  /** The edge of a white piece as it curves away, and that of a black one. They set the pieces off from every tile. */
  whiteEdge: string
  blackEdge: string
  /** The ground behind the board: in the middle, and at the rim. */
  glow: string
  ground: string
}

/** How surfaces take light. */
export interface Surface {
  /** The pattern in the material. */
  grain: 'wood' | 'marble' | 'none'
  /** From a mirror (0) to chalk (1). */
  pieceRoughness: number
  tileRoughness: number
  /** The strength of the varnish. */
  clearcoat: number
  /** The opacity of the tiles of a stacked board. */
  tileOpacity: number
}

interface FinishFacts {
  light: Tones
  dark: Tones
  surface: Surface
}

export const FINISHES: { [finish in Finish]: FinishFacts } = {
  wood: {
    light: {
      tileLight: '#bf8c50',
      tileDark: '#693a20',
      frame: '#4b2a18',
      inlay: '#c99b5f',
      engraving: '#ecd3a4',
      white: '#fbe6bd',
      black: '#2a1a13',
      whiteEdge: '#3a1f0b',
      blackEdge: '#f0c79c',
      glow: '#f7f1e8',
      ground: '#e3d7c5',
    },
    dark: {
      tileLight: '#a87843',
      tileDark: '#6d4028',
      frame: '#2f1a10',
      inlay: '#a87843',
      engraving: '#e6c894',
      white: '#f4dcae',
      black: '#3a2720',
      whiteEdge: '#351c0c',
      blackEdge: '#e9bd8d',
      glow: '#241c17',
      ground: '#0f0b09',
    },
    surface: {
      grain: 'wood',
      pieceRoughness: 0.42,
      tileRoughness: 0.5,
      clearcoat: 0.35,
      tileOpacity: 0.88,
    },
  },
  marble: {
    light: {
      tileLight: '#7f8695',
      tileDark: '#4c5762',
      frame: '#2f363d',
      inlay: '#a9824a',
      engraving: '#e4d3b0',
      white: '#fdfcfa',
      black: '#1f2329',
      whiteEdge: '#20262f',
      blackEdge: '#cfdeee',
      glow: '#fbfbfc',
      ground: '#dfe2e7',
    },
    dark: {
      tileLight: '#7d8692',
      tileDark: '#505d69',
      frame: '#1d2227',
      inlay: '#94713f',
      engraving: '#e4d3b0',
      white: '#f3f2ef',
      black: '#2c323a',
      whiteEdge: '#1d242c',
      blackEdge: '#c9dbee',
      glow: '#1d2127',
      ground: '#0b0d10',
    },
    surface: {
      grain: 'marble',
      pieceRoughness: 0.26,
      tileRoughness: 0.32,
      clearcoat: 0.5,
      tileOpacity: 0.88,
    },
  },
  glass: {
    light: {
      tileLight: '#736bb9',
      tileDark: '#4f4694',
      frame: '#332d63',
      inlay: '#a69bff',
      engraving: '#f0edff',
      white: '#fffaf0',
      black: '#1f2638',
      whiteEdge: '#1f1a4a',
      blackEdge: '#cfd7ff',
      glow: '#fbfbff',
      ground: '#dedcf0',
    },
    dark: {
      tileLight: '#736cb0',
      tileDark: '#564e95',
      frame: '#231f42',
      inlay: '#8d82ff',
      engraving: '#e6e1ff',
      white: '#fff6e4',
      black: '#3c4866',
      whiteEdge: '#241f4d',
      blackEdge: '#d5dcff',
      glow: '#1a182b',
      ground: '#0a0912',
    },
    surface: {
      grain: 'none',
      pieceRoughness: 0.3,
      tileRoughness: 0.35,
      clearcoat: 0.6,
      tileOpacity: 0.78,
    },
  },
}

export const FINISH_NAMES = Object.keys(FINISHES) as Finish[]

/** The tones on a system that sets its own ground and ink: black and white on grey tiles, whatever the finish. */
export function forcedTones(ground: string, ink: string): Tones {
  return {
    tileLight: '#8f8f8f',
    tileDark: '#5f5f5f',
    frame: ground,
    inlay: ink,
    engraving: ink,
    white: '#ffffff',
    black: '#000000',
    whiteEdge: '#000000',
    blackEdge: '#ffffff',
    glow: ground,
    ground,
  }
}

export const FORCED_SURFACE: Surface = {
  grain: 'none',
  pieceRoughness: 0.5,
  tileRoughness: 0.5,
  clearcoat: 0,
  tileOpacity: 0.95,
}
