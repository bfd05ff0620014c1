import { Button, Tabs } from '@mantine/core'
import { Link } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { Screen } from '../../shell/Screen.tsx'
import type { ScreenProps } from '../../shell/Screen.tsx'
import { listPath } from '../../shell/links.ts'
import { useAddress } from '../../ui/use-address.ts'
import { useScrollRow } from '../../ui/use-scroll-row.ts'
import { Icon } from '../../ui/icons.tsx'
import { Inbox, type InboxKind } from './Inbox.tsx'
import classes from './ApprovalsPage.module.css'

const TABS: InboxKind[] = [
  { value: 'mine', label: t('To approve'), target: 'decision', empty: { title: t('Nothing is waiting for you'), text: t('Documents that need your decision appear here and in the bar at the top.') } },
  { value: 'delegated', label: t('Delegated to me'), target: 'decision', empty: { title: t('Nothing was delegated to you'), text: t('Approvals that colleagues hand to you, for one document or while they are away, appear here.') } },
  { value: 'sent', label: t('Sent by me'), target: 'record', empty: { title: t('Nothing sent yet'), text: t('Follow here what you send for approval.') } },
  { value: 'history', label: t('History'), target: 'reading', empty: { title: t('No decisions yet'), text: t('Documents that you approved, rejected or delegated appear here.') } },
]
const [FIRST] = TABS

/** My Approval List; limited to one document type if the page declares it. */
export function ApprovalsPage({ page }: ScreenProps) {
  const { caption, bootstrap } = usePortal()
  const [address, change] = useAddress(['tab', 'type', 'search', 'age', 'order'])
  const tab = TABS.find((each) => each.value === address.tab) ?? FIRST
  const { delegations } = bootstrap
  const row = useScrollRow(tab?.value ?? 'mine')
  return (
    <Screen page={page} title={page.title ? caption(page.title) : t('My Approval List')}
      actions={delegations !== undefined && bootstrap.types[delegations] !== undefined && (
        <Button component={Link} to={listPath(bootstrap.pages, delegations)} variant="default" leftSection={<Icon name="user-share" size={16} />}>{t('Delegation')}</Button>
      )}>
      <Tabs value={tab?.value ?? 'mine'} onChange={(value) => change({ tab: value === null || value === 'mine' ? '' : value, type: '', search: '', age: '' })} keepMounted={false}>
        <Tabs.List ref={row} mb="md" className={`dirisha-scroll-row ${classes.tabs ?? ''}`}>{TABS.map((each) => <Tabs.Tab key={each.value} value={each.value}>{each.label}</Tabs.Tab>)}</Tabs.List>
        {TABS.map((each) => (
          <Tabs.Panel key={each.value} value={each.value}><Inbox kind={each} only={page.type} address={address} onChange={change} /></Tabs.Panel>
        ))}
      </Tabs>
    </Screen>
  )
}
