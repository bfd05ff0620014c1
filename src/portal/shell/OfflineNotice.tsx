import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '../../core/index.ts'
import classes from './OfflineNotice.module.css'

const CHECK_EVERY = 5000

/** A notice at the bottom left while the browser is offline. It also polls, because some systems do not send the events after sleep. */
export function OfflineNotice() {
  const [isOffline, setOffline] = useState(!navigator.onLine)
  useEffect(() => {
    const check = () => setOffline(!navigator.onLine)
    const timer = setInterval(check, CHECK_EVERY)
    window.addEventListener('online', check)
    window.addEventListener('offline', check)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', check)
      window.removeEventListener('offline', check)
    }
  }, [])
  return (
    <div role="status" className={classes.place}>
      {isOffline && (
        <div className={classes.notice} data-offline>
          <IconAlertTriangle size={18} aria-hidden />
          {t('No internet connection')}
        </div>
      )}
    </div>
  )
}
