import { useEffect, useState } from 'preact/hooks'

import { frozenTable } from './table-views'
import * as words from '../../words-online'
import { Moves } from '../../panel/Moves'
import '../../panel/Panel.css'
import '../../panel/Controls.css'
import { SheetTabs } from '../../panel/SheetTabs'
import { Status } from '../../panel/Status'
import { LocalTable, indexOf } from '../../raum'
import { addressOf, follow } from '../../route'
import { GameScreen } from '../../screens/GameScreen'
import { pgnOf } from '../../server'
import { LocalGame } from '../../table/local-game'
import { useReview } from '../../table/review'
import { storedSeat } from '../../table/seats'
import { useTable } from '../../table/table'
import type { Table } from '../../table/table'
import { Control } from '../../ui/Control'
import Message from '../../ui/Message'
import { Icon } from '../../ui/Icon'
import { download } from '../../ui/download'
import { lazily } from '../../ui/lazily'
import { FLIP_BOARD, GAME_PANEL, KINDS, sentenceOf, tabTitle } from '../../words'
import { SHARE } from '../../words-later'

const Share = lazily(() => import('../../share/Share'))

/** An earlier game of a room, to step through. */
export default function PastGame({ room, game }: { room: string; game: number }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    let isCurrent = true
    void load(room, game).then((now) => {
      if (isCurrent) setLoaded(now)
    })
    return () => {
      isCurrent = false
    }
  }, [room, game])
  if (!loaded) return <Message title={words.gameNumber(game)} text={words.LOADING_GAME} />
  if (!('table' in loaded)) {
    return (
      <Message title={words.GAME_NOT_LOADED} text={loaded.problem}>
        <ToRoom room={room} look="button-main" />
      </Message>
    )
  }
  return <Shown room={room} game={game} {...loaded} />
}

type Loaded = { table: Table; pgn: string } | { problem: string }

/** Never rejects: a problem is part of the result. */
async function load(room: string, game: number): Promise<Loaded> {
  try {
    const pgn = await pgnOf(room, game, storedSeat(room)?.token ?? null)
    return { pgn, table: frozenTable(new LocalGame(LocalTable.import(pgn))) }
  } catch (error) {
    return { problem: sentenceOf(error) }
  }
}

function Shown(props: { room: string; game: number; table: Table; pgn: string }) {
  const { room, game, table, pgn } = props
  const { kind } = useTable(table).view
  const review = useReview(table)
  const [isFlipped, setFlipped] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const flip = () => setFlipped(!isFlipped)
  const result = words.RESULTS[tag(pgn, 'Result') ?? ''] ?? words.NO_RESULT
  return (
    <GameScreen
      table={table}
      review={review}
      flipped={isFlipped}
      name={tabTitle(`${KINDS[kind].title}, ${words.gameNumber(game)}`)}
      personOf={(side) => <bdi>{tag(pgn, SIDE_TAGS[indexOf(side)])}</bdi>}
      onFlip={flip}
    >
      <section className="panel" aria-label={GAME_PANEL}>
        <Status table={table} review={review} turn={`${words.gameNumber(game)}: ${result}`} />
        <SheetTabs />
        <Moves table={table} review={review} />
        <div className="controls">
          <ToRoom room={room} look="control" />
          <Control
            icon="save"
            label={words.SAVE_GAME}
            onClick={() => download(`raum-${kind}-${room}-${game}.pgn`, pgn)}
          />
          <Control icon="share" label={SHARE} onClick={() => setSharing(true)} />
          <Control icon="flip" label={FLIP_BOARD} onClick={flip} />
        </div>
        {isSharing && (
          <Share
            table={table}
            review={review}
            flipped={isFlipped}
            shared={{ url: location.href }}
            told={{
              names: [tag(pgn, 'White') ?? '', tag(pgn, 'Black') ?? ''],
              result,
            }}
            onClose={() => setSharing(false)}
          />
        )}
      </section>
    </GameScreen>
  )
}

/** The tags for the names of the players, in every kind. */
const SIDE_TAGS = ['White', 'Black'] as const

function ToRoom({ room, look }: { room: string; look: 'control' | 'button-main' }) {
  return (
    <a className={`button ${look}`} href={addressOf({ screen: 'room', room })} onClick={follow}>
      <Icon name="back" />
      {words.BACK_TO_ROOM}
    </a>
  )
}

/** The value of a tag of a PGN. */
function tag(pgn: string, name: string): string | undefined {
  const text = new RegExp(`^\\[${name} "((?:[^"\\\\]|\\\\.)*)"\\]`, 'm').exec(pgn)?.[1]
  return text?.replace(/\\(.)/g, '$1')
}
