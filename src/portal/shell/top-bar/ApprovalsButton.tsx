import { useQuery } from '@tanstack/react-query'
import { approvalCountQuery } from '../../api/queries.ts'
import { CountButton } from './CountButton.tsx'

const load = () => import('../menus.ts').then(({ ApprovalsMenu }) => ApprovalsMenu)

/** How many documents wait for this person's decision. */
export function ApprovalsButton({ path }: { path: string }) {
  const { data } = useQuery(approvalCountQuery())
  return <CountButton name="Approvals" of="open" icon="clipboard-check" count={data} load={load} rest={{ path }} />
}
