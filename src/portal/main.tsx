// Those of each component come with its code (vite.config.ts): in a layer, so that ours count whenever they are loaded.
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import './theme/fonts.css'
import './theme/global.css'
import './theme/hues.css'
import './theme/outline.css'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, fetchFirst } from './App.tsx'
import { currentSession } from './api/session.ts'
import { countMovedPresses } from './ui/moved-presses.ts'
import { exposeWork } from './ui/work.ts'

countMovedPresses(document)
void fetchFirst(location.pathname, currentSession() !== null).then(() => {
  exposeWork(document.documentElement)
  const root = document.getElementById('root')
  // In slices, as everything that follows: at once, the theme and the first screen would keep a slow phone busy for 150 ms.
  if (root) startTransition(() => createRoot(root).render(<StrictMode><App /></StrictMode>))
})
