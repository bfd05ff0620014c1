import { Text, Title } from '@mantine/core'
import { t } from '../../../core/index.ts'
import classes from './AuthFrame.module.css'

/** Dark enough behind the text even over the brightest picture, and transparent above it. */
// oxlint-disable-next-line dirisha/raw-text -- a colour
const VEIL = 'linear-gradient(to top, rgb(0 20 45 / 0.8) 0, rgb(0 20 45 / 0.72) 280px, rgb(0 20 45 / 0.08) 440px)'

/** The welcome panel next to the form on wide screens, over the company's picture if it has one. */
export function WelcomePanel({ image }: { image: string | null }) {
  const picture = image === null ? {} : { 'data-picture': true, style: { backgroundImage: `${VEIL}, url("${image}")` } }
  return (
    <aside className={classes.welcome} {...picture}>
      {image === null && <Illustration />}
      <Title order={2} c="white" fz={30} lh={1.2}>{t('Your work life, in one window')}</Title>
      <Text className={classes.lead ?? ''}>{t('Employee services such as leave management, cash management and performance management, online, from wherever you are.')}</Text>
    </aside>
  )
}

/** A window over hills at dawn: dirisha is Swahili for window. */
function Illustration() {
  return (
    <svg viewBox="46 14 268 278" className={classes.drawing} aria-hidden focusable="false">
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stopColor="#82b1ff" /><stop offset="0.75" stopColor="#ffe3b3" /></linearGradient>
        <clipPath id="pane"><path d="M70 280V140a110 110 0 0 1 220 0v140z" /></clipPath>
      </defs>
      <path d="M56 290V140a124 124 0 0 1 248 0v150z" fill="#fff" opacity="0.16" />
      <g clipPath="url(#pane)">
        <rect x="60" y="20" width="240" height="270" fill="url(#sky)" />
        <circle cx="214" cy="168" r="34" fill="#ffc107" />
        <path d="M50 214c44-44 78-52 116-20 30-30 76-40 150 6v100H50z" fill="#3f8f6b" />
        <path d="M50 246c60-34 110-30 150-6 40-20 74-18 110 2v60H50z" fill="#27ae60" />
        <path d="M118 246v-42m0 8c-22-4-38 2-46 10 18-4 32-4 46-10zm0 0c22-4 38 2 46 10-18-4-32-4-46-10z" stroke="#14532d" strokeWidth="4" strokeLinecap="round" fill="#14532d" />
      </g>
      <path d="M180 30v250M70 160h220" stroke="#fff" strokeWidth="8" />
      <path d="M70 280V140a110 110 0 0 1 220 0v140z" fill="none" stroke="#fff" strokeWidth="10" strokeLinejoin="round" />
      <rect x="46" y="278" width="268" height="14" rx="7" fill="#fff" />
    </svg>
  )
}
