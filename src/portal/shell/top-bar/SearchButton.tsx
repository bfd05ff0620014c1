import { ActionIcon, UnstyledButton } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { t } from '../../../core/index.ts'
import { controlKey } from '../../ui/control-key.ts'
import { Icon } from '../../ui/icons.tsx'
import { toast } from '../../ui/toasts.ts'
import classes from './TopBar.module.css'

type Dialog = ComponentType<{ isOpen: boolean; onClose: () => void }>

/** Opens the search for screens and records; also with Ctrl+K. Only an icon where space is limited. */
export function SearchButton({ isSmall }: { isSmall: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [Dialog, setDialog] = useState<Dialog | null>(null)
  const open = useCallback(() => {
    setOpen(true)
    import('../../pages/search/SearchDialog.tsx').then(
      ({ SearchDialog }) => setDialog(() => SearchDialog),
      () => {
        setOpen(false)
        toast.warning(t('The search could not be loaded. Try again in a moment.'))
      },
    )
  }, [])
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      // Otherwise the browser opens its own search.
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [open])
  return (
    <>
      {!isSmall && (
        <UnstyledButton className={classes.search ?? ''} visibleFrom="lg" aria-haspopup="dialog" aria-keyshortcuts="Control+K" aria-label={t('Search')} onClick={open}>
          <Icon name="search" size={16} />
          <span className={classes.searchText}>{t('Search')}</span>
          <kbd className={classes.keys}>{controlKey()} K</kbd>
        </UnstyledButton>
      )}
      <ActionIcon variant="subtle" color="gray" size={40} radius="xl" {...(isSmall ? {} : { hiddenFrom: 'lg' })} aria-haspopup="dialog" aria-keyshortcuts="Control+K" aria-label={t('Search')} title={t('Search')} onClick={open}><Icon name="search" size={20} /></ActionIcon>
      {Dialog && <Dialog isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
