import { useEffect, useState } from 'preact/hooks'

import { lazily } from '../../ui/lazily'
import { LinkField } from './LinkField'
import './OtherDevice.css'
import * as words from '../../words-online'
import { Dialog } from '../../ui/Dialog'
import { addressOf } from '../../route'
import { transferCode } from '../../server'
import type { Remote } from '../../table/remote'
import { sentenceOf } from '../../words'

const QrCode = lazily(() => import('./QrCode'))

/** The dialog with a link that moves the seat to another device. */
export default function OtherDevice({ remote, onClose }: { remote: Remote; onClose: () => void }) {
  const { room, token } = remote
  const [wanted, setWanted] = useState(1)
  const [link, setLink] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(token === null ? words.NO_SEAT : null)
  useEffect(() => {
    if (token === null) return
    let isCurrent = true
    transferCode(room, token).then(
      (transfer) => {
        if (!isCurrent) return
        setLink(new URL(addressOf({ screen: 'room', room, transfer }), location.href).href)
        setProblem(null)
      },
      (error: unknown) => {
        if (isCurrent) setProblem(sentenceOf(error))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [room, token, wanted])
  return (
    <Dialog title={words.OTHER_DEVICE} onClose={onClose}>
      <p>{words.OTHER_DEVICE_TEXT}</p>
      {link !== null && (
        <>
          <LinkField label={words.OTHER_DEVICE_LINK} link={link} />
          <div className="other-device-qr">
            <QrCode link={link} />
          </div>
        </>
      )}
      <p className="problem" role="alert">
        {problem}
      </p>
      <div className="dialog-buttons">
        <button type="button" className="button" onClick={() => setWanted(wanted + 1)}>
          {words.NEW_LINK}
        </button>
      </div>
    </Dialog>
  )
}
