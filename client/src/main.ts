import { mount } from "svelte";
import App from "./App.svelte";
import { device } from "./device";
import { fetchAhead } from "./later";
import "./ui/tokens.css";
import "./ui/base.css";
import { speak } from "./words";

const target = document.getElementById("app");
if (target)
  void speak(device.taste.language).then(() => {
    mount(App, { target });
    fetchAhead();
  });
