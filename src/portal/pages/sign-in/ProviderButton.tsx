import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { t } from '../../../core/index.ts'
import { startAtProvider } from '../../api/sign-in.ts'
import { showFailure } from '../../ui/form-failures.ts'
import { Refusal } from '../../ui/Refusal.tsx'
import classes from './AuthFrame.module.css'

interface Props { company: string; name: string; /** Whether it is the only way to sign in. */ isOnly: boolean }

/** Leads to the company's identity provider; shows an error if that cannot be reached. */
export function ProviderButton({ company, name, isOnly }: Props) {
  const [isLeaving, setLeaving] = useState(false)
  const start = useMutation({
    mutationFn: startAtProvider,
    onSuccess: (address) => {
      setLeaving(true)
      window.location.assign(address)
    },
    onError: showFailure,
  })
  // Resets the loading state for a user who returns with the Back button.
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])
  return (
    <>
      {!isOnly && <div className={classes.or}>{t('or')}</div>}
      {start.variables === company && <Refusal error={start.error} />}
      <Button size="md" fullWidth variant={isOnly ? 'filled' : 'default'} loading={start.isPending || isLeaving} mt={start.error ? 'md' : 0}
        classNames={{ root: classes.provider ?? '', label: classes.providerName ?? '' }} onClick={() => start.mutate(company)}>
        {t('Sign in with {name}', { name })}
      </Button>
    </>
  )
}
