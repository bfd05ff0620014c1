// Those of each component come with its code (vite.config.ts): in a layer, so that ours count whenever they are loaded.
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import './theme/fonts.css'
import './theme/global.css'
import './theme/hues.css'
import './theme/outline.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, fetchFirst } from './App.tsx'
import { currentSession } from './api/session.ts'
import { countMovedPresses } from './ui/moved-presses.ts'
import { exposeWork } from './ui/work.ts'

countMovedPresses(document)
void fetchFirst(location.pathname, currentSession() !== null).then(() => {
  exposeWork(document.documentElement)
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<StrictMode><App /></StrictMode>)
})
