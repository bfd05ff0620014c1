import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CompanyAnswer } from '../../../contract/index.ts'
import { useScreenTitle } from '../../ui/use-screen-title.ts'
import { WelcomePanel } from './WelcomePanel.tsx'
import classes from './AuthFrame.module.css'

interface Props {
  /** Names the screen for tests and themes. */
  screen: string
  title: string
  lead: ReactNode
  /** Beside the brand. */
  corner?: ReactNode
  /** Whose pictures are shown, where a company is chosen. */
  company?: CompanyAnswer | undefined
  children?: ReactNode
}

/** What the pages before the sign-in share: the brand, a heading, what it is about, and on wide screens the welcome. */
export function AuthFrame({ screen, title, lead, corner, company, children }: Props) {
  useScreenTitle(title)
  return (
    <div className={classes.page} data-screen={screen} data-kind="sign-in">
      <main className={classes.side}>
        <div className={classes.box}>
          <div className={classes.brand}>
            <img src={company?.images.company_logo ?? '/favicon.svg'} alt="" width={44} height={44} className={classes.logo} />
            <Text fw={700} fz="xl" style={{ letterSpacing: '0.06em' }}>ESS</Text>
            {corner !== undefined && <div className={classes.corner}>{corner}</div>}
          </div>
          <Title order={1} fz={28}>{wholeNumbers(title)}</Title>
          <Text c="dimmed" mt={4} mb="xl" style={{ overflowWrap: 'anywhere' }}>{lead}</Text>
          {children}
        </div>
      </main>
      <WelcomePanel image={company?.images.site_landing_page_image ?? null} />
    </div>
  )
}

/** A number of a document is not broken at its hyphens. */
function wholeNumbers(text: string): ReactNode {
  return text.split(/(\S*\d\S*)/).map((part, index) => (index % 2 === 1 ? <span key={index} style={{ whiteSpace: 'nowrap' }}>{part}</span> : part))
}
