import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../../core/index.ts'
import type { CompanyAnswer } from '../../../contract/index.ts'
import { useScreenTitle } from '../../ui/use-screen-title.ts'
import { WelcomePanel } from './WelcomePanel.tsx'
import classes from './AuthFrame.module.css'

interface Props {
  /** Identifies the screen for tests and themes. */
  screen: string
  title: string
  lead: ReactNode
  /** Rendered next to the brand. */
  corner?: ReactNode
  /** The company whose pictures are shown, once one is chosen. */
  company?: CompanyAnswer | undefined
  children?: ReactNode
}

/** The frame of the pages before sign-in: the brand, a heading, a lead and, on wide screens, the welcome panel. */
export function AuthFrame({ screen, title, lead, corner, company, children }: Props) {
  useScreenTitle(title)
  return (
    <div className={classes.page} data-screen={screen} data-kind="sign-in">
      <main className={classes.side}>
        <div className={classes.box}>
          <div className={classes.brand}>
            <img src={company?.images.company_logo ?? '/favicon.svg'} alt="" width={44} height={44} className={classes.logo} />
            <Text fw={700} fz="xl" style={{ letterSpacing: '0.06em' }}>{t('ESS')}</Text>
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

/** Keeps document numbers from breaking at their hyphens. */
function wholeNumbers(text: string): ReactNode {
  return text.split(/(\S*\d\S*)/).map((part, index) => (index % 2 === 1 ? <span key={index} style={{ whiteSpace: 'nowrap' }}>{part}</span> : part))
}
