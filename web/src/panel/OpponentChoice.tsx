import { LevelChoice } from './LevelChoice'
import type { Opponent } from './opponent'
import type { Kind } from '../raum'
import { Options } from '../ui/Options'
import { OPPONENT, OPPONENTS } from '../words-computer'

const WHO = ['person', 'computer'] as const

/** Form fields for the opponent: a person or the computer, and the computer's level. */
export function OpponentChoice({ kind, opponent }: { kind: Kind; opponent: Opponent }) {
  return (
    <>
      <Options
        legend={OPPONENT}
        choices={WHO}
        label={(who) => OPPONENTS[who]}
        chosen={opponent.isComputer ? 'computer' : 'person'}
        onChoose={(who) => opponent.choose(who === 'computer')}
      />
      {opponent.isComputer && (
        <LevelChoice kind={kind} level={opponent.level} onChoose={opponent.chooseLevel} />
      )}
    </>
  )
}
