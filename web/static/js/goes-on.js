// Sends the form of the page for the next part of a long change; without this script the reader presses its button.
document.querySelector("form[data-goes-on]")?.submit();
