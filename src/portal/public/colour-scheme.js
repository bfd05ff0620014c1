// Sets the colour scheme before the first paint; a file of its own because the content security policy allows no inline script.
;(function () {
  var kept = null
  try {
    kept = localStorage.getItem('dirisha.colour-scheme')
  } catch {
    // Storage may be switched off; the system's scheme it is.
  }
  var isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
})()
