// Signals for a user who is elsewhere: the tab's icon and title, a badge, and a notification if the user wants them.

import { currentSettings } from './settings'

/** Marks the tab's icon. In a hidden tab, also sets a badge and notifies the user. Returns a function that ends it. */
export function signal(title: string, body: string): () => void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const usual = icon?.href ?? ''
  if (icon) icon.href = usual.replace(/icon\.svg$/, 'icon-turn.svg')
  const onVisible = () => {
    if (!document.hidden) void setBadge(false)
  }
  document.addEventListener('visibilitychange', onVisible)
  if (document.hidden) {
    void setBadge(true)
    void notify(title, body)
  }
  return () => {
    if (icon) icon.href = usual
    document.removeEventListener('visibilitychange', onVisible)
    void setBadge(false)
  }
}

/** Sets the title of a hidden tab until the user returns to it. Returns a function that restores the title at once. */
export function titleUntilSeen(text: string): (() => void) | undefined {
  if (document.visibilityState === 'visible') return
  const { title } = document
  document.title = text
  const restore = () => {
    if (document.title === text) document.title = title
    document.removeEventListener('visibilitychange', restore)
  }
  document.addEventListener('visibilitychange', restore)
  return restore
}

/** Browsers without badges, or pages that are not installed, show none. */
async function setBadge(isOn: boolean): Promise<void> {
  const badges = navigator as Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>
  await (isOn ? badges.setAppBadge?.(1) : badges.clearAppBadge?.())?.catch(() => undefined)
}

async function notify(title: string, body: string): Promise<void> {
  if (!currentSettings().notifies || !('Notification' in window)) return
  if (Notification.permission !== 'granted') return
  // On phones, only the service worker may notify.
  const worker =
    'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined
  const options = { body, tag: 'raum-turn', icon: `${import.meta.env.BASE_URL}icon-192.png` }
  if (worker) await worker.showNotification(title, options)
  else new Notification(title, options)
}
