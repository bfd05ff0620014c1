// Those of each component come with its code (vite.config.ts).
import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import './theme/fonts.css'
import './theme/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { countMovedPresses } from './ui/moved-presses.ts'
import { exposeWork } from './ui/work.ts'

countMovedPresses(document)
exposeWork(document.documentElement)
const root = document.getElementById('root')
if (root) createRoot(root).render(<StrictMode><App /></StrictMode>)
