import { Suspense, useState } from 'react'

import { Control } from './Control'
import './Controls.css'
import type { IconName } from './Icon'
import { hasEnds } from '../board/cell'
import { lazily } from '../lazily'
import type { HotSeat } from '../table/hot-seat'
import { useTable } from '../table/table'
import * as words from '../words'

// Not needed to draw the board, so they come later.
const Question = lazily(() => import('./Question'))
const NewGame = lazily(() => import('./NewGame'))
const Files = lazily(() => import('./Files'))
const CreateRoom = lazily(() => import('../online/CreateRoom'))

type Asked = 'new-game' | 'files' | 'invite' | 'resign' | 'draw'

/** All that two people at one device can do beside moving. */
export function Controls({ table, onFlip }: { table: HotSeat; onFlip: () => void }) {
  const { view } = useTable(table)
  const { may, moves, position } = view
  const [asked, ask] = useState<Asked | null>(null)
  const onClose = () => {
    ask(null)
  }
  const control = (icon: IconName, label: string, onClick: () => void, enabled = true) => (
    <Control {...{ icon, label, onClick, enabled }} />
  )
  const opens = (what: Asked) => () => {
    ask(what)
  }
  return (
    <div className="controls" role="group" aria-label={words.CONTROLS}>
      {control(
        'undo',
        words.UNDO,
        () => {
          table.ask({ type: 'undo', ply: moves.length - 1 })
        },
        may.undo,
      )}
      {control(
        'redo',
        words.REDO,
        () => {
          table.ask({ type: 'redo', ply: moves.length + 1 })
        },
        may.redo,
      )}
      {hasEnds(view.kind) && control('flip', words.FLIP_BOARD, onFlip)}
      {control('new', words.NEW_GAME, opens('new-game'))}
      {control('draw', words.DRAW_BY_AGREEMENT, opens('draw'), may.offerDraw)}
      {control('flag', words.RESIGN, opens('resign'), may.resign)}
      {control('file', words.SAVE_AND_LOAD, opens('files'))}
      {control('invite', words.INVITE, opens('invite'), !view.ending)}
      {view.kind !== 'tictactoe' && (
        <Control
          icon="claim"
          label={words.claimDraw(may.claimDraw ? position.claims : [])}
          enabled={may.claimDraw}
          onClick={() => {
            table.ask({ type: 'claim-draw' })
          }}
        />
      )}
      <Suspense>
        {asked === 'new-game' && <NewGame {...{ table, onClose }} />}
        {asked === 'files' && <Files {...{ table, onClose }} />}
        {asked === 'invite' && <CreateRoom kind={view.kind} {...{ table, onClose }} />}
        {asked === 'resign' && view.side && (
          <Question
            title={words.resignQuestion(view.side)}
            text={words.CANNOT_BE_UNDONE}
            answer={words.RESIGN}
            onAnswer={() => {
              table.ask({ type: 'resign' })
            }}
            onClose={onClose}
          />
        )}
        {asked === 'draw' && (
          <Question
            title={words.DRAW_QUESTION}
            text={words.CANNOT_BE_UNDONE}
            answer={words.AGREE_TO_DRAW}
            onAnswer={() => {
              // With both seats one offers and accepts at once.
              table.ask({ type: 'offer-draw' })
            }}
            onClose={onClose}
          />
        )}
      </Suspense>
    </div>
  )
}
