// Sets the colour scheme before the first paint. It is a separate file because the content security policy allows no inline script.
;(function () {
  var kept = null
  try {
    kept = localStorage.getItem('dirisha.colour-scheme')
  } catch {
    // Storage may be disabled; use the system's colour scheme.
  }
  var isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
})()
