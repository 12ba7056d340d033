// Elements of HTML and SVG in one call. Text from the data only ever becomes text nodes.
function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes ?? {})) {
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else if (value !== null && value !== undefined && value !== false) {
            element.setAttribute(name, value === true ? "" : value);
        }
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined));
    return element;
}

export const html = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

export const svg = (tag, attributes, ...children) =>
    fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

/// A figure whose drawing is redrawn when one of its options changes: draw(options) returns the drawing.
/// Options: [{name, label, value, swatch?}] are toggles, [{name, label, choices: [{value, label}], value}] a choice.
export function figure({ title, caption, options = [], draw }) {
    const state = Object.fromEntries(options.map((option) => [option.name, option.value]));
    const holder = html("div", { class: "drawing" });
    const redraw = () => holder.replaceChildren(draw(state));
    const controls = options.map((option) => control(option, state, redraw));
    redraw();
    return html("figure", {},
        html("figcaption", {}, html("h3", {}, title), caption ? html("p", {}, caption) : null),
        controls.length > 0 ? html("div", { class: "controls" }, controls) : null, holder);
}

function control(option, state, redraw) {
    if (!option.choices) {
        const box = html("input", { type: "checkbox", checked: option.value,
            onchange: (event) => { state[option.name] = event.target.checked; redraw(); } });
        return html("label", { class: "toggle" }, box, option.swatch ?? null, option.label);
    }
    const select = html("select", { onchange: (event) => { state[option.name] = event.target.value; redraw(); } },
        option.choices.map(({ value, label }) => html("option", { value, selected: value === option.value }, label)));
    return html("label", { class: "choice" }, option.label, select);
}
