import './KeySheet.css'
import { Dialog } from '../ui/Dialog'
import { KEYS, KEY_SHEET } from '../words-later'

/** The keys, as a table. */
export default function KeySheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={KEY_SHEET} onClose={onClose}>
      <dl className="key-sheet">
        {KEYS.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
