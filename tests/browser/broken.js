// The words of tables, up to so many letters, that are broken, and whether figures are out of sight.
([tables, letters]) => [...document.querySelectorAll(tables)].flatMap(each => {
    const found = [], texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
    const words = new RegExp(`[^\\s-]{2,${letters}}(?=\\s|$)`, "g");
    while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(words)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, word.index);
        range.setEnd(texts.currentNode, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map(line => line.top)).size > 1) found.push(word[0]);
    }
    const seen = each.closest(".card, body").getBoundingClientRect().right;
    return each.getBoundingClientRect().right > seen + 1 ? [...found, "the table is cut off"] : found;
})
