import { useState } from 'preact/hooks'

import { download } from '../ui/download'
import { Icon } from '../ui/Icon'
import * as words from '../words-share'

/** Buttons to share, copy and save a file, as far as the browser can. They wait for the file. */
export function Actions(props: {
  name: string
  /** Null until it is made. */
  file: Blob | null
  canCopy?: boolean
}) {
  const { name, file, canCopy = false } = props
  const [status, setStatus] = useState<string | null>(null)
  const [canShare] = useState(() => canShareFiles(name))
  const share = async (blob: Blob) => {
    try {
      await navigator.share({ files: [fileOf(blob, name)] })
    } catch (error) {
      // The user may close the share sheet.
      const isCancelled = error instanceof DOMException && error.name === 'AbortError'
      setStatus(isCancelled ? null : words.SHARE_FAILED)
    }
  }
  const copy = async (blob: Blob) => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ [blob.type]: blob })])
      setStatus(words.PICTURE_COPIED)
    } catch {
      setStatus(words.COPY_FAILED)
    }
  }
  return (
    <>
      <div className="share-actions">
        {canShare && (
          <button
            type="button"
            className="button button-main"
            disabled={!file}
            onClick={() => file && void share(file)}
          >
            <Icon name="share" />
            {words.SHARE_FILE}
          </button>
        )}
        {canCopy && typeof ClipboardItem === 'function' && (
          <button
            type="button"
            className="button"
            disabled={!file}
            onClick={() => file && void copy(file)}
          >
            <Icon name="copy" />
            {words.COPY_PICTURE}
          </button>
        )}
        <button
          type="button"
          className={canShare ? 'button' : 'button button-main'}
          disabled={!file}
          onClick={() => file && download(name, file)}
        >
          <Icon name="save" />
          {words.SAVE_FILE}
        </button>
      </div>
      <p className="share-status" role="status">
        {status}
      </p>
    </>
  )
}

function fileOf(content: Blob, name: string): File {
  return new File([content], name, { type: content.type })
}

const TYPES: { [extension: string]: string } = { png: 'image/png', gif: 'image/gif' }

/** Whether the system's share sheet takes such files. */
function canShareFiles(name: string): boolean {
  if (typeof navigator.canShare !== 'function') return false
  const type = TYPES[name.replace(/^.*\./, '')] ?? ''
  return navigator.canShare({ files: [fileOf(new Blob([], { type }), name)] })
}
