import { useEffect } from 'react'

import { currentSettings } from '../../settings'
import { YOUR_TURN } from '../../words-online'

/** Tells a player elsewhere that it is their turn: by the tab's icon, a badge, and a notification if they want one. */
export function useTurnSignals(isMyTurn: boolean, game: string): void {
  useEffect(() => {
    if (!isMyTurn) return
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    const usual = icon?.href ?? ''
    if (icon) icon.href = usual.replace(/icon\.svg$/, 'icon-turn.svg')
    const onVisible = () => {
      if (!document.hidden) void setBadge(false)
    }
    document.addEventListener('visibilitychange', onVisible)
    if (document.hidden) {
      void setBadge(true)
      void notify(game)
    }
    return () => {
      if (icon) icon.href = usual
      document.removeEventListener('visibilitychange', onVisible)
      void setBadge(false)
    }
  }, [isMyTurn, game])
}

/** Browsers without badges, or pages that are not installed, show none. */
async function setBadge(isOn: boolean): Promise<void> {
  const badges = navigator as Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>
  await (isOn ? badges.setAppBadge?.(1) : badges.clearAppBadge?.())?.catch(() => undefined)
}

async function notify(game: string): Promise<void> {
  if (!currentSettings().notifies || !('Notification' in window)) return
  if (Notification.permission !== 'granted') return
  // On phones, only the service worker may notify.
  const worker =
    'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined
  const options = { body: game, tag: 'raum-turn', icon: `${import.meta.env.BASE_URL}icon-192.png` }
  if (worker) await worker.showNotification(YOUR_TURN, options)
  else new Notification(YOUR_TURN, options)
}
