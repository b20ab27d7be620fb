import { useId, useState } from 'preact/hooks'

import './LinkField.css'
import * as words from '../../words-online'
import { Icon } from '../../ui/Icon'
import { COPIED, SHARE } from '../../words-later'

/** A link to copy or to share with the system's share sheet. */
export function LinkField({ label, link }: { label: string; link: string }) {
  const [status, setStatus] = useState<string | null>(null)
  const field = useId()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      setStatus(COPIED)
    } catch {
      // Without permission or HTTPS there is no access to the clipboard.
      setStatus(words.LINK_COPY_BLOCKED)
    }
  }
  return (
    <div className="link-field">
      <label htmlFor={field}>{label}</label>
      <span className="link-field-line">
        <input
          className="field"
          id={field}
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" className="button button-main" onClick={() => void copy()}>
          <Icon name="copy" />
          {words.COPY_LINK}
        </button>
        {'share' in navigator && (
          <button
            type="button"
            className="button"
            onClick={() => {
              // The user closed the share sheet.
              navigator.share({ url: link }).catch(() => undefined)
            }}
          >
            {SHARE}
          </button>
        )}
      </span>
      <p className="link-field-status" role="status">
        {status}
      </p>
    </div>
  )
}
