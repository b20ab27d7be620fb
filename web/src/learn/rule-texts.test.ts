import { describe, expect, test } from 'vitest'

import { DIAGRAMS, RULES, pieceRule } from './rule-texts'
import { blocksOf } from '../../rules-text'
import { cellName } from '../board/cell'
import { GameRecord, kinds } from '../raum'
import type { Role } from '../raum'

const figuresOf = (kind: keyof typeof RULES) =>
  RULES[kind].flatMap((block) => (block.type === 'figures' ? block.figures : []))

describe('the rules', () => {
  test('show every diagram, in the rules of its kind', () => {
    const shown = kinds().flatMap(({ kind }) =>
      figuresOf(kind).map(({ diagram }) => {
        expect(DIAGRAMS[diagram]?.kind, diagram).toBe(kind)
        return diagram
      }),
    )
    expect(shown.sort()).toEqual(Object.keys(DIAGRAMS).sort())
  })

  test.each(Object.entries(DIAGRAMS))('%s is a position with its targets', (_, diagram) => {
    const { kind, position, moves, selected, targets } = diagram
    const record = GameRecord.start(kind, position)
    for (const move of moves?.split(' ') ?? []) record.play(move)
    if (selected === undefined) return
    const reached = record
      .position()
      .legal.filter(({ from }) => from !== null && cellName(kind, from) === selected)
    expect(new Set(reached.map(({ to }) => cellName(kind, to))).size).toBe(targets)
  })

  test('say how every piece moves', () => {
    const roles: Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn']
    for (const role of roles) {
      for (const kind of ['chess', 'space'] as const) {
        expect(pieceRule(kind, role), `${role} in ${kind}`).toMatch(/^[A-Z].*\.$/)
      }
    }
    expect(pieceRule('space', 'unicorn')).toMatch(/^Any number of cells along all three axes/)
    expect(pieceRule('chess', 'unicorn')).toBeNull()
    expect(pieceRule('tictactoe', 'mark')).toBeNull()
  })
})

describe('the text for players', () => {
  const page = (text: string) =>
    `# Go\n\nFor all.\n\n## How to play\n\n${text}\n\n## In detail\n\n1. No.`

  test('has headings, words, lists and figures', () => {
    const text = page(
      '### Pieces\n\nA **stone** on `a1`.\n\n- **One**: a\n  line.\n\n| | |\n|---|---|\n' +
        '| **King**: one. ![A king](../pictures/rules-go-king.png) | b ![B](../pictures/rules-go-b.png) |',
    )
    expect(blocksOf(text)).toEqual([
      { type: 'heading', text: 'Pieces' },
      {
        type: 'text',
        spans: [
          { text: 'A ' },
          { text: 'stone', style: 'strong' },
          { text: ' on ' },
          { text: 'a1', style: 'code' },
          { text: '.' },
        ],
      },
      { type: 'list', items: [[{ text: 'One', style: 'strong' }, { text: ': a line.' }]] },
      {
        type: 'figures',
        figures: [
          {
            diagram: 'go-king',
            alt: 'A king',
            spans: [{ text: 'King', style: 'strong' }, { text: ': one. ' }],
          },
          { diagram: 'go-b', alt: 'B', spans: [{ text: 'b ' }] },
        ],
      },
    ])
  })

  test.each([
    ['# Go', 'there is no section'],
    [page('> quoted'), 'cannot show blockquote'],
    [page('a [link](x.md)'), 'cannot show link'],
    [page('![x](../pictures/home.png)'), 'not a picture of the rules'],
    [page('| | |\n|---|---|\n| a | b |'), 'a cell without a picture'],
  ])('rejects what the page cannot show: %s', (text, message) => {
    expect(() => blocksOf(text)).toThrow(message)
  })
})
