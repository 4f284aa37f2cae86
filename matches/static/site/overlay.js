// The size of an overlay's text, from its address (the content security policy forbids inline styles).

document.documentElement.style.setProperty("--overlay-scale", document.body.dataset.scale);
