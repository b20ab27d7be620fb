import { NameField } from '../NameField'
import { saveName } from '../../names'
import { useSettings } from '../../settings'
import type { Remote } from '../../table/remote'
import { KEEP_NAME } from '../../words-online'

/** Asks a player once whether the invented name is all right. */
export function NamePrompt({ remote, name }: { remote: Remote; name: string }) {
  const { isNamed } = useSettings()
  if (isNamed) return null
  return (
    <NameField name={name} onRename={(wanted) => remote.rename(wanted)}>
      <button type="button" className="button" onClick={() => saveName(name)}>
        {KEEP_NAME}
      </button>
    </NameField>
  )
}
