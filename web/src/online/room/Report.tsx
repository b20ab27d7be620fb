import { useState } from 'preact/hooks'

import './Report.css'
import type { ChatLine } from '../../raum'
import { reportEntry } from '../../server'
import type { ReportReason } from '../../server'
import type { Remote } from '../../table/remote'
import { Dialog } from '../../ui/Dialog'
import { Options } from '../../ui/Options'
import { sentenceOf } from '../../words'
import { CANCEL } from '../../words-later'
import * as words from '../../words-online'

interface ReportProps {
  remote: Remote
  line: ChatLine
  isMuted: boolean
  onMute: (isMuted: boolean) => void
  onClose: () => void
}

/** The dialog to report a message to the people who run the server. */
export default function Report(props: ReportProps) {
  const { line, onClose } = props
  const [isSent, setSent] = useState(false)
  return (
    <Dialog title={words.REPORT_MESSAGE} onClose={onClose}>
      {isSent ? (
        <Thanks {...props} />
      ) : (
        <>
          <blockquote className="report-line">
            <bdi className="report-name">{line.name}</bdi>
            <bdi>{line.text}</bdi>
          </blockquote>
          <Form {...props} onSent={() => setSent(true)} />
        </>
      )}
    </Dialog>
  )
}

function Form(props: ReportProps & { onSent: () => void }) {
  const { remote, line, onClose, onSent } = props
  const [reason, setReason] = useState<ReportReason>('abuse')
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: Event) => {
    event.preventDefault()
    setSending(true)
    reportEntry(remote.room, remote.token, { entry: line.seq, reason }).then(
      onSent,
      (error: unknown) => {
        setProblem(sentenceOf(error))
        setSending(false)
      },
    )
  }
  return (
    <form className="report" onSubmit={submit}>
      <Options
        legend={words.REPORT_REASON}
        choices={Object.keys(words.REPORT_REASONS) as ReportReason[]}
        label={(each) => words.REPORT_REASONS[each]}
        chosen={reason}
        onChoose={setReason}
      />
      <p className="problem" role="alert">
        {problem}
      </p>
      <div className="dialog-buttons">
        <button type="button" className="button" onClick={onClose}>
          {CANCEL}
        </button>
        <button type="submit" className="button button-main" disabled={isSending}>
          {words.SEND_REPORT}
        </button>
      </div>
    </form>
  )
}

/** After the report: an offer to see no more messages. */
function Thanks({ isMuted, onMute, onClose }: ReportProps) {
  return (
    <>
      <p role="status">{words.REPORTED}</p>
      <div className="dialog-buttons">
        {!isMuted && (
          <button
            type="button"
            className="button"
            onClick={() => {
              onMute(true)
              onClose()
            }}
          >
            {words.MUTE_CHAT}
          </button>
        )}
        <button type="button" className="button button-main" onClick={onClose}>
          {words.DONE}
        </button>
      </div>
    </>
  )
}
