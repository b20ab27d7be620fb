import type { Extent, Piece, Role } from './raum'

/**
 * Filled figures for both sides: their colour tells them apart. Unicode has no unicorn to go with
 * them, so the style sheet gives a knight its horn. The pawn's second character keeps phones from
 * drawing an emoji.
 */
const FIGURES: { [role in Exclude<Role, 'mark'>]: string } = {
  king: '♚',
  queen: '♛',
  rook: '♜',
  bishop: '♝',
  knight: '♞',
  unicorn: '♞',
  pawn: '♟\uFE0E',
}

/** The cells of level `z`, seen from the first side, with those of the pieces that stand on it. */
export function Board(props: { name: string; extent: Extent; z: number; pieces: Piece[] }) {
  const { name, extent, z } = props
  const pieces = props.pieces.filter(({ cell }) => cell.z === z)
  const contents = pieces.map(({ side, role }) => `${side} ${role}`).join(', ') || 'empty'
  const cells = Array.from({ length: extent.x * extent.y }, (_, index) => ({
    x: index % extent.x,
    y: extent.y - 1 - Math.floor(index / extent.x),
  }))
  return (
    <div
      role="img"
      aria-label={`${name}: ${contents}`}
      className="board"
      style={{ gridTemplateColumns: `repeat(${extent.x}, var(--cell))` }}
    >
      {cells.map(({ x, y }) => {
        const piece = pieces.find(({ cell }) => cell.x === x && cell.y === y)
        return (
          <span key={`${x} ${y}`} className={(x + y + z) % 2 === 0 ? 'dark' : 'light'}>
            {piece && <Figure piece={piece} />}
          </span>
        )
      })}
    </div>
  )
}

function Figure({ piece: { side, role } }: { piece: Piece }) {
  return <span className={`${side} ${role}`}>{role === 'mark' ? side : FIGURES[role]}</span>
}
