import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'

import './Chat.css'
import { isOwn, isWatching } from '../../panel/people'
import * as words from '../../words-online'
import { Icon } from '../../ui/Icon'
import { Toggle } from '../../ui/Toggle'
import { useChange } from '../../panel/useChange'
import type { ChatLine, View } from '../../raum'
import { useSettings } from '../../settings'
import { useRemote } from '../../table/remote'
import type { Remote } from '../../table/remote'
import { useTable } from '../../table/table'
import type { Table } from '../../table/table'
import { lazily } from '../../ui/lazily'

const Report = lazily(() => import('./Report'))

/** The room's limit. */
const MESSAGE_CHARS_MAX = 500

export interface ChatState {
  isOpen: boolean
  unread: number
  /** Whether messages of others are hidden. */
  isMuted: boolean
  onToggle: () => void
  onMute: (isMuted: boolean) => void
}

/** The chat of a room; while closed, only the number of unread messages. */
export function Chat(props: { remote: Remote; table: Table; chat: ChatState }) {
  const { remote, table, chat } = props
  const { isOpen, unread, isMuted, onToggle, onMute } = chat
  const { view } = useTable(table)
  const [reported, report] = useState<ChatLine | null>(null)
  const content = useId()
  return (
    <section className="chat" aria-label={words.CHAT}>
      <button
        type="button"
        className="button chat-toggle"
        aria-label={words.chatUnread(unread)}
        aria-expanded={isOpen}
        aria-controls={content}
        onClick={onToggle}
      >
        <Icon name="chat" />
        {words.CHAT}
        {unread > 0 && <span className="chat-unread">{unread}</span>}
      </button>
      <div id={content} className="chat-content" hidden={!isOpen}>
        {isOpen && <Lines view={view} isMuted={isMuted} onReport={report} />}
        <Toggle label={words.MUTE_CHAT} checked={isMuted} onChange={onMute} />
        {/* Stays mounted while the chat is closed, to keep its draft. */}
        {view.may.say && <MessageForm remote={remote} table={table} view={view} />}
      </div>
      {reported && (
        <Report
          remote={remote}
          line={reported}
          isMuted={isMuted}
          onMute={onMute}
          onClose={() => report(null)}
        />
      )}
    </section>
  )
}

function Lines(props: { view: View; isMuted: boolean; onReport: (line: ChatLine) => void }) {
  const { view, isMuted, onReport } = props
  const { name } = useSettings()
  const list = useRef<HTMLOListElement>(null)
  const isAtEnd = useRef(true)
  const { chat } = view
  const count = chat.length
  useLayoutEffect(() => {
    // Keeps the position of a user reading earlier messages.
    if (list.current && isAtEnd.current) list.current.scrollTop = list.current.scrollHeight
  }, [count])
  if (count === 0)
    return <p className="chat-nothing">{isMuted ? words.CHAT_MUTED : words.NO_MESSAGES}</p>
  return (
    // Focusable, so that keys can scroll it.
    <ol
      ref={list}
      className="chat-lines"
      aria-label={words.MESSAGES}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 8
      }}
    >
      {chat.map((line) => {
        const isMine = isOwn(view, line, name)
        return (
          <li key={line.seq} className={isMine ? 'chat-line chat-own' : 'chat-line'}>
            <bdi className="chat-name">{isMine ? words.YOU : line.name}</bdi> <Time line={line} />
            {!isMine && <ReportButton line={line} onClick={() => onReport(line)} />}
            <bdi className="chat-text">{line.text}</bdi>
          </li>
        )
      })}
    </ol>
  )
}

function ReportButton({ line, onClick }: { line: ChatLine; onClick: () => void }) {
  return (
    <button
      type="button"
      className="chat-report"
      aria-label={words.reportLine(line.name, line.text)}
      title={words.REPORT}
      onClick={onClick}
    >
      <Icon name="flag" />
    </button>
  )
}

function Time({ line: { at } }: { line: ChatLine }) {
  const time = new Date(at)
  return (
    <time className="chat-time" dateTime={time.toISOString()}>
      {time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}
    </time>
  )
}

/** The message field. A message that cannot be sent or is refused stays in it. */
function MessageForm({ remote, table, view }: { remote: Remote; table: Table; view: View }) {
  const { connection } = useRemote(remote)
  const settings = useSettings()
  const [typed, setTyped] = useState('')
  const [typedName, setTypedName] = useState('')
  const [sent, setSent] = useState<string | null>(null)
  const [message, yourName] = [useId(), useId()]
  const needsName = isWatching(view) && settings.name === ''
  const name = needsName ? typedName.trim() : settings.name
  const nameProblem = words.nameProblem(name)
  const text = typed.trim()
  const canSend =
    connection.status === 'live' &&
    text !== '' &&
    (name !== '' || !isWatching(view)) &&
    !nameProblem

  useChange(table, (before, after) => {
    if (sent === null) return
    if (after.chat.length > before.chat.length) setSent(null)
    else if (after.refused && after.refused !== before.refused && !before.refused) {
      setTyped((now) => now || sent)
      setSent(null)
    }
  })

  const submit = (event: Event) => {
    event.preventDefault()
    if (!canSend) return
    if (needsName) remote.rename(name)
    table.ask({ type: 'say', text, ...(isWatching(view) && { name }) })
    setSent(text)
    setTyped('')
  }
  return (
    <form className="chat-form" onSubmit={submit}>
      {needsName && (
        <>
          <label htmlFor={yourName}>{words.YOUR_NAME}</label>
          <input
            id={yourName}
            className="field"
            value={typedName}
            aria-invalid={nameProblem !== null}
            autoComplete="nickname"
            onInput={(event) => setTypedName(event.currentTarget.value)}
          />
          <p className="problem" role="status">
            {nameProblem}
          </p>
        </>
      )}
      <label htmlFor={message} className="visually-hidden">
        {words.MESSAGE}
      </label>
      <div className="chat-line-form">
        <textarea
          id={message}
          className="field chat-field"
          rows={1}
          value={typed}
          maxLength={MESSAGE_CHARS_MAX}
          placeholder={words.MESSAGE}
          autoComplete="off"
          onInput={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            // Shift+Enter inserts a line break. During IME composition, Enter ends the composition.
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
        <button type="submit" className="button" disabled={!canSend}>
          {words.SEND}
        </button>
      </div>
    </form>
  )
}
