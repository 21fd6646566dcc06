/** The style of the page of a comparison. */
export const style = `
:root{color-scheme:light dark;--bg:light-dark(#fff,#0d1015);--raise:light-dark(#f4f5f8,#171c24);--ink:light-dark(#141820,#e8ebf0);
--soft:light-dark(#4a5361,#a9b2c0);--hair:light-dark(#e1e4ea,#2a323d);--accent:light-dark(#3d3fd1,#a3acff);
--bad:light-dark(#ad1f2b,#ff9599);--bad-tint:light-dark(#fdecee,#331a1d);--warn:light-dark(#8a4f00,#f0b35a);--warn-tint:light-dark(#fff4e0,#2e2413);
--ok:light-dark(#0a7244,#5fd39b);--ok-tint:light-dark(#e7f6ee,#12291f);--wide:light-dark(#6a37bd,#c4a1ff);--wide-tint:light-dark(#f2ecfc,#251b38);
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:76rem;margin:0 auto;padding:2rem 1rem 4rem}h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:2.25rem 0 .75rem}h3{font-size:1rem;font-weight:600;margin:0;overflow-wrap:anywhere}a{color:var(--accent)}
code,pre{font:.875em/1.5 var(--mono)}p{margin:.5rem 0}
.sums{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;padding:0;margin:0}
.sums a,.class{display:inline-block;border-radius:1rem;padding:.1rem .7rem;font-size:.875rem;font-weight:600;text-decoration:none;white-space:nowrap}
.breaking{color:var(--bad);background:var(--bad-tint)}.unclear{color:var(--warn);background:var(--warn-tint)}
.compatible{color:var(--ok);background:var(--ok-tint)}.exposes{color:var(--wide);background:var(--wide-tint)}
.who{border-left:4px solid var(--bad);background:var(--bad-tint);padding:.75rem 1rem;margin:1.25rem 0;border-radius:0 .4rem .4rem 0}
.who.wider{border-color:var(--wide);background:var(--wide-tint)}.who h2{margin:0 0 .35rem}.who ul{margin:0;padding-left:1.2rem}
article{border:1px solid var(--hair);border-radius:.5rem;margin:.9rem 0;padding:.8rem 1rem;scroll-margin-top:1rem}
.head{display:flex;gap:.7rem;align-items:baseline;flex-wrap:wrap}.head h3{flex:1 1 20rem}
.sides{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:.75rem;margin:.7rem 0}
.side{background:var(--raise);border-radius:.4rem;padding:.45rem .7rem;min-width:0}.side p{margin:0;font-size:.8125rem;color:var(--soft)}
.side pre{margin:.15rem 0 0;white-space:pre-wrap;overflow-wrap:anywhere}.side.none{color:var(--soft);font-size:.875rem}
.old mark{background:var(--bad-tint);color:var(--bad)}.new mark{background:var(--ok-tint);color:var(--ok)}
dl{display:grid;grid-template-columns:7rem minmax(0,1fr);gap:.2rem .75rem;margin:.5rem 0 0;font-size:.9375rem}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
dd b{font-weight:600}dd.bad{color:var(--bad)}dd.warn{color:var(--warn)}
details{margin:.6rem 0 0}summary{cursor:pointer;color:var(--accent);font-size:.9375rem}
pre.block{background:var(--raise);border-radius:.4rem;padding:.7rem;overflow-x:auto;margin:.5rem 0}
footer{margin-top:3rem;color:var(--soft);font-size:.875rem}
@media(max-width:44rem){.sides{grid-template-columns:minmax(0,1fr)}dl{grid-template-columns:minmax(0,1fr);gap:0}dt{margin-top:.3rem}}
@media print{article{break-inside:avoid}details:not([open])>*{display:none}}
`.replaceAll('\n', '');
