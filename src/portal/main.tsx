import '@mantine/core/styles.css'
import './theme/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { countMovedPresses } from './ui/moved-presses.ts'
import { tellWork } from './ui/work.ts'

countMovedPresses(document)
tellWork(document.documentElement)
const root = document.getElementById('root')
if (root) createRoot(root).render(<StrictMode><App /></StrictMode>)
