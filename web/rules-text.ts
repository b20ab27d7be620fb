// Makes the players' part of docs/rules importable by the page, parsed at build time: the section "How to play".

import { marked } from 'marked'
import type { Token, Tokens } from 'marked'
import type { Plugin } from 'vite'

import type { Block, Figure, Span } from './src/learn/blocks.ts'

const FILE = /\/docs\/rules\/[a-z]+\.md$/
const SECTION = 'How to play'

export function rulesText(): Plugin {
  return {
    name: 'raum:rules-text',
    enforce: 'pre',
    transform(text, id) {
      if (!FILE.test(id)) return null
      return { code: `export default ${JSON.stringify(blocksOf(text))}`, map: null }
    },
  }
}

/** The blocks of the section for players. Throws at Markdown that the page cannot show. */
export function blocksOf(text: string): Block[] {
  const tokens = marked.lexer(text)
  const isSection = (token: Token) =>
    token.type === 'heading' && (token as Tokens.Heading).depth === 2
  const start = tokens.findIndex((token) => isSection(token) && textOf(token) === SECTION)
  if (start < 0) throw new Error(`there is no section "${SECTION}"`)
  const length = tokens.slice(start + 1).findIndex(isSection)
  const section = tokens.slice(start + 1, length < 0 ? undefined : start + 1 + length)
  return section.flatMap(blockOf)
}

function blockOf(token: Token): Block[] {
  switch (token.type) {
    case 'space':
      return []
    case 'heading':
      return [{ type: 'heading', text: textOf(token) }]
    case 'paragraph': {
      const figure = figureOf(partsOf(token))
      return [
        figure ? { type: 'figures', figures: [figure] } : { type: 'text', spans: spansOf(token) },
      ]
    }
    case 'list':
      return [{ type: 'list', items: (token as Tokens.List).items.map(spansOf) }]
    case 'table': {
      const cells = (token as Tokens.Table).rows.flat()
      const figures = cells.map(({ tokens }) => figureOf(tokens))
      if (figures.includes(null)) throw new Error(`a cell without a picture: ${token.raw}`)
      return [{ type: 'figures', figures: figures.filter((each) => each !== null) }]
    }
    default:
      throw new Error(`cannot show ${token.type}: ${token.raw}`)
  }
}

/** Words and a picture: the page shows the diagram of its name. */
function figureOf(parts: Token[]): Figure | null {
  const image = parts.find((part) => part.type === 'image') as Tokens.Image | undefined
  if (!image) return null
  const name = /^\.\.\/pictures\/rules-([a-z-]+)\.png$/.exec(image.href)?.[1]
  if (name === undefined) throw new Error(`not a picture of the rules: ${image.href}`)
  const words = parts.filter((part) => part !== image)
  return { diagram: name, alt: image.text, spans: words.flatMap(spanOf) }
}

function partsOf(token: Token): Token[] {
  return ('tokens' in token && token.tokens) || []
}

function spansOf(token: Token): Span[] {
  const parts = partsOf(token)
  return parts.length > 0 ? parts.flatMap(spansWithin) : []
}

/** List items wrap their spans once more. */
function spansWithin(token: Token): Span[] {
  const parts = partsOf(token)
  return token.type === 'text' && parts.length > 0 ? parts.flatMap(spanOf) : spanOf(token)
}

function spanOf(token: Token): Span[] {
  const text = textOf(token).replaceAll('\n', ' ')
  if (text.trim() === '') return []
  switch (token.type) {
    case 'text':
    case 'escape':
      return [{ text }]
    case 'strong':
      return [{ text, style: 'strong' }]
    case 'codespan':
      return [{ text, style: 'code' }]
    default:
      throw new Error(`cannot show ${token.type}: ${token.raw}`)
  }
}

function textOf(token: Token): string {
  return 'text' in token && typeof token.text === 'string' ? token.text : ''
}
