import { useState } from 'preact/hooks'

import { Icon } from '../ui/Icon'
import * as words from '../words-share'

/** What a player would send besides a picture: the link to a room, or the moves of a local game as PGN. */
export type Shared = { url: string } | { text: string }

/** Copies or shares the link or the moves. */
export function LinkPart({ shared }: { shared: Shared }) {
  const [status, setStatus] = useState<string | null>(null)
  const isLink = 'url' in shared
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(isLink ? shared.url : shared.text)
      setStatus(words.LINK_COPIED)
    } catch {
      // Without permission or HTTPS there is no access to the clipboard.
      setStatus(isLink ? words.LINK_FAILED : words.MOVES_FAILED)
    }
  }
  return (
    <div className="share-link">
      {isLink && (
        <input
          className="field"
          readOnly
          aria-label={words.LINK}
          value={shared.url}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
      <div className="share-actions">
        <button type="button" className="button" onClick={() => void copy()}>
          <Icon name="copy" />
          {isLink ? words.COPY_LINK : words.COPY_MOVES}
        </button>
        {typeof navigator.share === 'function' && (
          <button
            type="button"
            className="button"
            onClick={() => {
              // The user may close the share sheet.
              navigator.share(shared).catch(() => undefined)
            }}
          >
            <Icon name="share" />
            {isLink ? words.SHARE_LINK : words.SHARE_MOVES}
          </button>
        )}
      </div>
      <p className="share-status" role="status">
        {status}
      </p>
    </div>
  )
}
