import { useState } from 'preact/hooks'

import { hasRanks } from '../board/cell'
import { init, kinds } from '../raum'
import type { Kind } from '../raum'
import { addressOf, follow } from '../route'
import { Dialog } from '../ui/Dialog'
import { Options } from '../ui/Options'
import { lazily } from '../ui/lazily'
import { KINDS } from '../words'
import { takeTour } from '../words-later'
import * as words from '../words-learn'
import type { Block, Span } from './blocks'
import './Rules.css'
import { RULES } from './rule-texts'
import { hasTour } from './tours'

// The start screen has no rules yet.
const LiveDiagram = lazily(async () => {
  const [part] = await Promise.all([import('./LiveDiagram'), init()])
  return part
})

/** The rules of a kind for players, with boards to try them on. */
export default function Rules(props: { kind: Kind; onClose: () => void }) {
  const [kind, setKind] = useState(props.kind)
  /** The diagram in 3D. Browsers allow few such canvases at once. */
  const [inSpace, setInSpace] = useState<string | null>(null)
  return (
    <Dialog title={words.rulesOf(kind)} onClose={props.onClose}>
      <div className="rules">
        <Options
          legend={words.GAME}
          choices={kinds().map((each) => each.kind)}
          label={(each) => KINDS[each].title}
          chosen={kind}
          onChoose={setKind}
        />
        {hasTour(kind) && (
          <a
            className="button button-main"
            href={addressOf({ screen: 'learn', kind })}
            onClick={follow}
          >
            {takeTour(kind)}
          </a>
        )}
        {hasRanks(kind) && <p className="rules-note">{words.TRY_DIAGRAM}</p>}
        {RULES[kind].map((block, index) => (
          <Shown key={`${kind} ${index}`} block={block} inSpace={inSpace} onSpace={setInSpace} />
        ))}
      </div>
    </Dialog>
  )
}

function Shown(props: {
  block: Block
  inSpace: string | null
  onSpace: (diagram: string | null) => void
}) {
  const { block, inSpace, onSpace } = props
  switch (block.type) {
    case 'heading':
      return <h3>{block.text}</h3>
    case 'text':
      return (
        <p>
          <Words spans={block.spans} />
        </p>
      )
    case 'list':
      return (
        <ul>
          {block.items.map((spans, index) => (
            <li key={index}>
              <Words spans={spans} />
            </li>
          ))}
        </ul>
      )
    case 'figures':
      return (
        <div className={block.figures.length > 1 ? 'rules-figures' : 'rules-figure'}>
          {block.figures.map(({ diagram, alt, spans }) => (
            <figure key={diagram} aria-label={alt}>
              {spans.length > 0 && (
                <figcaption>
                  <Words spans={spans} />
                </figcaption>
              )}
              <LiveDiagram
                name={diagram}
                isInSpace={inSpace === diagram}
                onSpace={(isOn) => onSpace(isOn ? diagram : null)}
              />
            </figure>
          ))}
        </div>
      )
  }
}

function Words({ spans }: { spans: readonly Span[] }) {
  return spans.map(({ text, style }, index) => {
    if (style === 'strong') return <strong key={index}>{text}</strong>
    return style === 'code' ? <code key={index}>{text}</code> : text
  })
}
