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
  function preload(address, priority) {
    var link = document.createElement('link')
    var isStyle = address.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    // As Vite asks for a style later: otherwise it would be fetched twice.
    if (isStyle) Object.assign(link, { as: 'style', crossOrigin: '' })
    if (priority) link.fetchPriority = priority
    link.href = address
    document.head.append(link)
  }
  ;(user ? plan.signedIn.concat(isWide ? plan.wide : []) : plan.signedOut).forEach(function (address) { preload(address) })

  if (!isSignedIn) return
  if (plan.heading && plan.heading.company === user.default_company) drawHeading(plan.heading.texts[document.documentElement.lang])
  // The answers are taken over by api/started-call.ts.
  var headers = { accept: 'application/json', 'accept-language': document.documentElement.lang, 'x-company': user.default_company }
  if (token.startsWith('csrf.')) Object.assign(headers, { 'x-session': 'cookie', 'x-csrf-token': token })
  else headers.authorization = 'Bearer ' + token
  function json(address) {
    return fetch(address, { headers: headers }).then(function (response) { return response.ok ? response.json() : null })
  }
  var answers = {}
  function begin(address) { answers[address] = json(address).catch(function () { return null }) }
  begin('/api/v1/portal/bootstrap')
  if (plan.record) begin(plan.record)
  window.dirishaStarted = { token: token, company: user.default_company, at: performance.now(), answers: answers }
  // A list needs the manifest of its type, a form also all to which it leads, as in shell/closure.ts.
  answers['/api/v1/portal/bootstrap'].then(function (found) {
    var page = found && Object.values(found.data.pages).find(function (one) { return isAt(one.path) })
    if (!page || !found.data.types[page.type]) return
    var types = found.data.types
    var wanted = [page.type]
    for (var i = 0; i < wanted.length && plan.afterwards.length > 0; i += 1) {
      ;(types[wanted[i]].refersTo || []).forEach(function (next) { if (types[next] && wanted.indexOf(next) < 0) wanted.push(next) })
    }
    wanted.forEach(function (id, at) {
      var address = '/api/v1/portal/manifests/' + types[id].manifest + '.json'
      answers[address] = turn(at).then(function () { return json(address) }).catch(function () { return null })
    })
    plan.afterwards.forEach(function (address, at) { turn(at).then(function () { preload(address, 'low') }) })
  }).catch(function () {})

  // Into the outline, which the browser has still to read: this script is before it.
  function drawHeading(text) {
    new MutationObserver(function (_, observer) {
      var place = document.querySelector('.dirisha-outline h1')
      if (!place) return
      observer.disconnect()
      place.textContent = text || ''
    }).observe(document.documentElement, { childList: true, subtree: true })
  }

  // To begin a request takes a slow phone ten milliseconds: a dozen at once would keep it from painting.
  function turn(at) {
    return at === 0 ? Promise.resolve() : new Promise(function (resolve) { setTimeout(resolve) })
  }

  function isAt(pattern) {
    var given = location.pathname.split('/')
    var parts = pattern.split('/')
    return given.length <= parts.length && parts.every(function (part, at) { return part.charAt(0) === ':' ? given[at] || part.endsWith('?') : part === given[at] })
  }
})()
