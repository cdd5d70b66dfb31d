// Puts live boards in place of what the plugin has written for readers without scripts, and gives them their height.
(function () {
    var frames = [];

    function show(place) {
        var frame = document.createElement("iframe");
        frame.title = place.getAttribute("data-title");
        frame.loading = "lazy";
        frame.referrerPolicy = "no-referrer";
        frame.style.cssText = "display:block;width:100%;max-width:46rem;height:640px;border:0";
        frame.src = place.getAttribute("data-frame");
        place.textContent = "";
        place.appendChild(frame);
        frames.push(frame);
    }

    window.addEventListener("message", function (event) {
        var told = event.data;
        if (!told || told.type !== "hex-umpire:height" || !(told.height > 80 && told.height < 4000)) {
            return;
        }
        frames.forEach(function (frame) {
            if (frame.contentWindow === event.source) {
                frame.style.height = told.height + "px";
            }
        });
    });

    document.addEventListener("DOMContentLoaded", function () {
        document.querySelectorAll(".hex-umpire-battle[data-frame]").forEach(show);
    });
}());
