// Loads the texts of the reader's language before the portal's code, whose constants are texts, too. The server puts this file into the page
// only if there is a language besides English. It is a separate file because the content security policy allows no inline script.
;(function () {
  var listed = document.querySelector('meta[name="dirisha-languages"]')
  var known = ['en'].concat(listed ? listed.content.split(' ') : [])
  var chosen = null
  try {
    chosen = localStorage.getItem('dirisha.language')
  } catch {
    // Storage may be disabled; use the browser's languages.
  }
  var asked = (chosen ? [chosen] : []).concat(navigator.languages)
  for (var i = 0; i < asked.length; i++) {
    var language = known.includes(asked[i]) ? asked[i] : asked[i].split('-')[0]
    if (!known.includes(language)) continue
    document.documentElement.lang = language
    // Only a script that is written into the page is run before those that wait for its end.
    if (language !== 'en') document.write('<script src="/texts/' + language + '.js"></script>')
    return
  }
})()
