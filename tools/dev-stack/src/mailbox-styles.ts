import { customProperties } from '@governance/design';

/** Styles of the mailbox's pages. */
export const mailboxStyles = `${customProperties()}
*{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--ink);font:var(--size-body)/var(--leading-normal) var(--font-text)}
header,main{max-width:64rem;margin:0 auto;padding:var(--space-l)}
header{display:flex;align-items:center;gap:var(--space-m);padding-bottom:0;color:var(--accent)}
header a{color:inherit;text-decoration:none;font:600 var(--size-heading3)/var(--leading-tight) var(--font-display)}
header form{margin-left:auto}
h1{margin:0 0 var(--space-m);font:600 var(--size-heading2)/var(--leading-tight) var(--font-display);overflow-wrap:anywhere}
a{color:var(--link)}
a:focus-visible,button:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
button{font:inherit;font-size:var(--size-small);padding:var(--space-xs) var(--space-m);color:var(--accent);background:var(--surface);border:1px solid var(--edge);border-radius:var(--radius-m);cursor:pointer}
.card{background:var(--surface);border:1px solid var(--rule);border-radius:var(--radius-l);overflow:hidden}
.list{list-style:none;margin:0;padding:0}
.list li+li{border-top:1px solid var(--rule)}
.list a{display:grid;grid-template-columns:1fr auto;gap:0 var(--space-m);padding:var(--space-m) var(--space-l);text-decoration:none;color:inherit}
.list a:hover{background:var(--sunken)}
.list strong{overflow-wrap:anywhere}
.muted,.list span,time{color:var(--ink-muted);font-size:var(--size-small)}
.empty{padding:var(--space-xxl);text-align:center;color:var(--ink-muted)}
dl{display:grid;grid-template-columns:auto 1fr;gap:var(--space-xxs) var(--space-m);margin:0 0 var(--space-l)}
dt{color:var(--ink-muted)}
dd{margin:0;overflow-wrap:anywhere}
iframe{display:block;width:100%;height:44rem;border:0;background:#fff}
pre{margin:0;padding:var(--space-l);white-space:pre-wrap;overflow-wrap:anywhere;font:var(--size-small)/var(--leading-normal) ui-monospace,monospace}
h2{margin:var(--space-l) 0 var(--space-xs);font:600 var(--size-lead)/var(--leading-tight) var(--font-display)}
.files{padding:0;list-style:none}
`;
