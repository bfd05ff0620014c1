import { Button, Title } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import type { HomeAnswer, HomeRequest, HomeTask } from '../../../contract/index.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { Icon } from '../../ui/icons.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { ageOfTask, dueWithTone, waitsForText } from './days.ts'
import classes from './Home.module.css'

/** So many rows are shown at first. On a phone, what a new request begins with comes below them. */
const TASKS_AT_FIRST = 6
const TASKS_ON_A_PHONE = 3
const REQUESTS_AT_FIRST = 5

/** What needs the current user, what they can start, and what is under way. */
export function HomePanels({ home }: { home: HomeAnswer }) {
  return (
    <div className={classes.root} data-home>
      <Tasks home={home} />
      <div className={classes.side}>
        {home.shortcuts.length > 0 && (
          <Panel title={t('New request')}>
            <ul className={classes.shortcuts}>
              {home.shortcuts.map(({ type, title, icon, path }) => <li key={type}><Link to={path} className={classes.shortcut}><Icon name={icon} size={18} />{title}</Link></li>)}
            </ul>
          </Panel>
        )}
        {home.underWay.length > 0 && <UnderWay requests={home.underWay} />}
      </div>
    </div>
  )
}

function Panel({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className={`dirisha-panel ${classes.panel ?? ''}`} aria-label={title}>
      <Title order={2} className={classes.title ?? ''}>{title}{note !== undefined && <span className={classes.count}>{note}</span>}</Title>
      {children}
    </section>
  )
}

function Tasks({ home: { tasks, isMore } }: { home: HomeAnswer }) {
  const [isWhole, showWhole] = useState(false)
  const atFirst = useIsPhone() ? TASKS_ON_A_PHONE : TASKS_AT_FIRST
  const shown = isWhole ? tasks : tasks.slice(0, atFirst)
  if (tasks.length === 0) {
    return (
      <Panel title={t('Needs you')}>
        <p className={classes.nothing}><Icon name="circle-check" size={20} />{t('Nothing needs your attention. Tasks appear here.')}</p>
      </Panel>
    )
  }
  return (
    <Panel title={t('Needs you')} note={`${String(tasks.length)}${isMore ? '+' : ''}`}>
      <ul className={classes.rows}>{shown.map((task, index) => <TaskRow key={`${task.kind} ${task.type} ${task.key}`} task={task} isFirst={index === 0} />)}</ul>
      {!isWhole && tasks.length > shown.length && <Button variant="subtle" size="sm" fullWidth onClick={() => showWhole(true)}>{t('Show all {count}', { count: tasks.length })}</Button>}
    </Panel>
  )
}

const ICONS: Record<HomeTask['kind'], string> = { decide: 'clipboard-check', act: 'bolt', correct: 'circle-x', draft: 'pencil' }

function TaskRow({ task, isFirst }: { task: HomeTask; isFirst: boolean }) {
  const { today } = usePortal()
  const action = task.kind === 'draft' ? t('Continue') : task.action
  return (
    <li className={classes.row} data-task={task.key} data-kind={task.kind}>
      <span className={classes.icon} data-kind={task.kind}><Icon name={ICONS[task.kind]} size={18} /></span>
      <div className={classes.words}>
        <Link to={task.path} className={classes.text}>{task.text || `${task.title} ${task.key}`}</Link>
        <div className={classes.facts}>
          {task.text !== '' && <span>{task.title} {task.key}</span>}
          {task.person !== null && <span>{task.person}</span>}
          <Urgency task={task} today={today} />
        </div>
      </div>
      {task.amount !== null && <span className={`${classes.amount ?? ''} dirisha-numeric`}>{task.amount}</span>}
      <Button component={Link} to={task.path} size="sm" variant={isFirst ? 'filled' : 'default'} className={classes.button ?? ''} aria-label={`${action}: ${task.key}`}>{action}</Button>
    </li>
  )
}

function Urgency({ task: { kind, due, since }, today }: { task: HomeTask; today: string }) {
  if (due !== null) {
    const { text, tone } = dueWithTone(due, today)
    return <span data-tone={tone}>{text}</span>
  }
  if (kind === 'correct') return <span data-tone="danger">{t('rejected')}</span>
  return <span>{ageOfTask(kind, since, today)}</span>
}

function UnderWay({ requests }: { requests: HomeRequest[] }) {
  const [isWhole, showWhole] = useState(false)
  const shown = isWhole ? requests : requests.slice(0, REQUESTS_AT_FIRST)
  return (
    <Panel title={t('Under way')}>
      <ul className={classes.rows}>{shown.map((request) => <RequestRow key={`${request.type} ${request.key}`} request={request} />)}</ul>
      {!isWhole && requests.length > shown.length && <Button variant="subtle" size="sm" fullWidth onClick={() => showWhole(true)}>{t('Show all {count}', { count: requests.length })}</Button>}
    </Panel>
  )
}

function RequestRow({ request: { key, title, text, amount, path, state, waitsFor, since } }: { request: HomeRequest }) {
  const { today } = usePortal()
  return (
    <li className={classes.request} data-request={key}>
      <div className={classes.words}>
        <Link to={path} className={classes.text}>{text || `${title} ${key}`}</Link>
        <div className={classes.facts}>
          {text !== '' && <span>{title} {key}</span>}
          {waitsFor !== null && <span>{waitsForText(waitsFor, since, today)}</span>}
        </div>
      </div>
      <div className={classes.end}>
        {amount !== null && <span className={`${classes.amount ?? ''} dirisha-numeric`}>{amount}</span>}
        {waitsFor === null && <StatusBadge label={state.label} tone={state.tone} />}
      </div>
    </li>
  )
}
