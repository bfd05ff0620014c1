// Runs before the first paint and before the portal's code, which is still being fetched. It is a file because the content security policy
// allows no inline script, and plain JavaScript because it is not built.
;(function () {
  function kept(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null // Storage may be disabled.
    }
  }

  function parsed(text) {
    try {
      return JSON.parse(text)
    } catch {
      return null // As api/session.ts reads it: nobody is signed in.
    }
  }

  var scheme = kept('dirisha.colour-scheme')
  var isDark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')

  var token = kept('dirisha.token')
  var user = token && parsed(kept('dirisha.user'))
  // Whoever has to set up an authenticator first sees nothing else, and would be refused the first call.
  var isSignedIn = user && !user.needs_authenticator && !location.pathname.startsWith('/auth/')
  if (isSignedIn) document.documentElement.setAttribute('data-signed-in', '')

  var meta = document.querySelector('meta[name="dirisha-start"]')
  if (!meta) return
  var plan = JSON.parse(meta.content)
  // As in ui/use-is-phone.ts.
  var isWide = !matchMedia('(max-width: 48em)').matches
  ;(user ? plan.signedIn.concat(isWide ? plan.wide : []) : plan.signedOut).forEach(function (address) {
    var link = document.createElement('link')
    var isStyle = address.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.href = address
    document.head.append(link)
  })

  // The answer is taken over by api/started-call.ts.
  if (!isSignedIn) return
  var headers = { accept: 'application/json', 'accept-language': document.documentElement.lang, 'x-company': user.default_company }
  if (token.startsWith('csrf.')) Object.assign(headers, { 'x-session': 'cookie', 'x-csrf-token': token })
  else headers.authorization = 'Bearer ' + token
  function json(path) {
    return fetch('/api/v1/' + path, { headers: headers }).then(function (response) { return response.ok ? response.json() : null })
  }
  var answer = json('portal/bootstrap').catch(function () { return null })
  window.dirishaStarted = { token: token, company: user.default_company, answer: answer }
  // The manifest of the screen's type never changes: fetching it puts it into the browser's cache.
  answer.then(function (found) {
    var page = found && Object.values(found.data.pages).find(function (one) { return one.path === location.pathname })
    var type = page && found.data.types[page.type]
    if (type) return json('portal/manifests/' + type.manifest + '.json')
  }).catch(function () {})
})()
